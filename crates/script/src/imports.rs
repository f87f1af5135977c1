//! The imports and exports of a file, by reading it.

use std::collections::HashMap;

use oxc_ast::ast::{
    Declaration, ExportNamedDeclaration, Expression, ImportDeclaration, ImportDeclarationSpecifier,
    ImportExpression, Program, Statement,
};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use super::bindings::BindingNames;
use super::facts::{Exports, FileFacts, Import, PassedOn, Spanned, spanned};

/// Returns the imports that bind nothing, with the places of their statements.
pub(super) fn bare_imports(program: &Program<'_>) -> Vec<(Span, Import)> {
    let statements = program.body.iter();
    statements
        .filter_map(|statement| match statement {
            Statement::ImportDeclaration(import) if import.specifiers.is_none() => Some((
                import.span,
                Import {
                    specifier: spanned(import.source.value.as_str(), import.source.span),
                    names: Vec::new(),
                },
            )),
            _ => None,
        })
        .collect()
}

/// Returns the specifiers of `import("…")` that are written out.
pub(super) fn dynamic_imports(program: &Program<'_>) -> Vec<Spanned> {
    struct Find(Vec<Spanned>);
    impl<'a> Visit<'a> for Find {
        fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
            if let Expression::StringLiteral(literal) = &it.source {
                self.0.push(spanned(literal.value.as_str(), literal.span));
            }
            oxc_ast_visit::walk::walk_import_expression(self, it);
        }
    }
    let mut find = Find(Vec::new());
    find.visit_program(program);
    find.0
}

/// Fills in the imports and exports in the statements of a module.
pub(super) fn read_imports_and_exports(program: &Program<'_>, facts: &mut FileFacts) {
    // All imports first: an export may pass on a name that is imported further down.
    let mut bound = HashMap::new();
    for statement in &program.body {
        if let Statement::ImportDeclaration(import) = statement {
            facts.imports.push(read_import(import, &mut bound));
        }
    }
    let exports = &mut facts.exports;
    for statement in &program.body {
        match statement {
            Statement::ExportAllDeclaration(export) => {
                let specifier = spanned(export.source.value.as_str(), export.source.span);
                match &export.exported {
                    Some(name) => exports.names.push(name.name().to_string()),
                    None => exports.stars.push(specifier.text.clone()),
                }
                facts.imports.push(Import { specifier, names: Vec::new() });
            }
            Statement::ExportDefaultDeclaration(_) => exports.names.push("default".to_owned()),
            Statement::ExportDeclaration(export) => {
                exports.names.extend(exported_declaration(&export.declaration));
            }
            Statement::ExportNamedDeclaration(export) => read_export(export, &bound, exports),
            Statement::ExportFromDeclaration(export) => {
                let specifier = spanned(export.source.value.as_str(), export.source.span);
                let mut names = Vec::new();
                for it in &export.specifiers {
                    let wanted = spanned(it.local.name().as_str(), it.local.span());
                    let name = it.exported.name().to_string();
                    exports.names.push(name.clone());
                    exports.passed_on.push(PassedOn {
                        name,
                        specifier: specifier.text.clone(),
                        wanted: wanted.text.clone(),
                    });
                    names.push(wanted);
                }
                facts.imports.push(Import { specifier, names });
            }
            _ => {}
        }
    }
}

/// The meaning of the names that a file's imports bind: the specifier, and the name in that file.
type Bound = HashMap<String, (String, String)>;

fn read_import(import: &ImportDeclaration<'_>, bound: &mut Bound) -> Import {
    let specifier = spanned(import.source.value.as_str(), import.source.span);
    let mut names = Vec::new();
    for it in import.specifiers.iter().flatten() {
        let (wanted, local) = match it {
            ImportDeclarationSpecifier::ImportSpecifier(it) => {
                (spanned(it.imported.name().as_str(), it.imported.span()), &it.local)
            }
            ImportDeclarationSpecifier::ImportDefaultSpecifier(it) => {
                (spanned("default", it.span), &it.local)
            }
            ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => continue,
        };
        bound.insert(local.name.to_string(), (specifier.text.clone(), wanted.text.clone()));
        names.push(wanted);
    }
    Import { specifier, names }
}

fn read_export(export: &ExportNamedDeclaration<'_>, bound: &Bound, exports: &mut Exports) {
    for it in &export.specifiers {
        let name = it.exported.name().to_string();
        if let Some((specifier, wanted)) = bound.get(it.local.name().as_str()) {
            exports.passed_on.push(PassedOn {
                name: name.clone(),
                specifier: specifier.clone(),
                wanted: wanted.clone(),
            });
        }
        exports.names.push(name);
    }
}

fn exported_declaration(declaration: &Declaration<'_>) -> Vec<String> {
    let mut names = BindingNames(Vec::new());
    match declaration {
        Declaration::VariableDeclaration(it) => {
            it.declarations.iter().for_each(|declarator| names.visit_binding_pattern(&declarator.id));
        }
        Declaration::FunctionDeclaration(it) => {
            it.id.iter().for_each(|id| names.visit_binding_identifier(id));
        }
        Declaration::ClassDeclaration(it) => it.id.iter().for_each(|id| names.visit_binding_identifier(id)),
        _ => {}
    }
    names.0.into_iter().map(|name| name.text).collect()
}
