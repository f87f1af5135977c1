// Actions of people and agents in a shell: each row is a name and a line for the shell, run at the top of the tree that
// guard.test.ts makes.
import { spawnSync } from 'node:child_process'

export interface Recipe {
  readonly name: string
  readonly line: string
  /** Programs that it needs; without them it is left out. */
  readonly needs: readonly string[]
}

const recipe = (name: string, line: string, ...needs: string[]): Recipe => ({ name, line, needs })

export const RECIPES: readonly Recipe[] = [
  // Editing.
  recipe('sed -i in one file', "sed -i 's/value/other/' src/file1.ts"),
  recipe('sed -i in many files', "sed -i 's/value/other/g' src/*.ts"),
  recipe('sed -i with a backup', "sed -i.bak 's/value/other/' src/file2.ts"),
  recipe('sed -i through find', "find src -name '*.ts' -exec sed -i 's/const/let/' {} +"),
  recipe('sed that changes nothing but times', "sed -i 's/absent/x/' src/file1.ts"),
  recipe('perl -pi', "perl -pi -e 's/value/v/' src/file3.ts", 'perl'),
  recipe('awk into a temporary and mv', 'awk \'{print NR": "$0}\' src/file1.ts > t && mv t src/file1.ts'),
  recipe('heredoc', "cat > src/heredoc.ts <<'END'\nexport {}\nEND"),
  recipe('heredoc over a file', "cat > src/file4.ts <<'END'\nshort\nEND"),
  recipe('append', 'echo more >> src/file5.ts'),
  recipe('truncate by redirection', ': > src/file6.ts'),
  recipe('truncate -s 0', 'truncate -s 0 src/file7.ts'),
  recipe('truncate to a size', 'truncate -s 10 src/file8.ts'),
  recipe('grow by truncate', 'truncate -s 100000 src/file9.ts'),
  recipe('tee', 'echo x | tee src/a.ts src/b.ts'),
  recipe('tee -a', 'echo x | tee -a src/file1.ts'),
  recipe('printf without a line end', "printf 'no end' > src/file2.ts"),
  recipe('dd into the middle', 'printf XX | dd of=src/file3.ts bs=1 seek=5 conv=notrunc 2>/dev/null'),
  recipe('bytes that are no text', "printf '\\377\\376\\000\\001' > data/raw.bin"),
  recipe('carriage returns', "sed -i 's/$/\\r/' src/file4.ts"),
  recipe('python writes', `python3 -c "open('src/file5.ts','w').write('py')"`, 'python3'),
  recipe('python appends', `python3 -c "open('src/file5.ts','a').write('py')"`, 'python3'),
  recipe('python writes in place', `python3 -c "f=open('src/file6.ts','r+');f.seek(3);f.write('ZZ')"`, 'python3'),
  recipe('python removes a tree', `python3 -c "import shutil;shutil.rmtree('docs')"`, 'python3'),
  recipe('node writes', `node -e "require('fs').writeFileSync('src/file7.ts','node')"`),
  recipe('node renames', `node -e "require('fs').renameSync('src/file7.ts','src/seven.ts')"`),
  recipe(
    'same size and same time',
    'touch -r src/file8.ts stamp && tr a-z b-za < src/file8.ts > t && cat t > src/file8.ts && touch -r stamp src/file8.ts && rm t stamp',
  ),
  recipe('same bytes written again', 'cp src/file9.ts t && cat t > src/file9.ts && rm t'),
  recipe('ed', "printf '1d\\nw\\nq\\n' | ed -s src/file1.ts", 'ed'),
  recipe(
    'patch',
    "printf '%s\\n' '--- a/note.txt' '+++ b/note.txt' '@@ -1 +1 @@' '-note' '+patched' | patch -p1",
    'patch',
  ),
  recipe('sort -o', 'sort -o src/file2.ts -r src/file2.ts'),
  recipe('two edits of one file', 'echo a >> src/file1.ts; echo b >> src/file1.ts'),
  recipe('an edit that is reversed', 'cp -p src/file1.ts t; echo a >> src/file1.ts; mv t src/file1.ts'),
  // As editors save.
  recipe(
    'atomic save',
    'cp -p src/file1.ts src/.file1.ts.tmp && echo saved >> src/.file1.ts.tmp && mv src/.file1.ts.tmp src/file1.ts',
  ),
  recipe('save with a backup', 'mv src/file2.ts src/file2.ts~ && echo new > src/file2.ts'),
  recipe('save with a swap file', 'echo swap > src/.file3.ts.swp && echo new >> src/file3.ts && rm src/.file3.ts.swp'),
  recipe('a swap file that stays', 'echo swap > src/.file3.ts.swp'),
  recipe('save over a link', 'echo through >> links/to-note'),
  recipe('atomic save over a link', 'echo new > t && mv t links/to-note'),
  // Making and removing.
  recipe('touch a new file', 'touch new-empty'),
  recipe('touch an old file', 'touch src/file1.ts'),
  recipe('touch with a time', 'touch -d 2001-02-03T04:05:06.789 src/file2.ts'),
  recipe('touch into the future', 'touch -d 2036-01-01 src/file2.ts'),
  recipe('touch a folder', 'touch -d 2001-02-03 docs'),
  recipe('touch the link itself', 'touch -h -d 2001-02-03 links/to-note'),
  recipe('mkdir', 'mkdir fresh'),
  recipe('mkdir -p', 'mkdir -p a/b/c/d'),
  recipe('mkdir and a file', 'mkdir -p made/in && echo x > made/in/file'),
  recipe('rm', 'rm src/file1.ts'),
  recipe('rm several', 'rm src/file[2-6].ts'),
  recipe('rm -rf a folder', 'rm -rf src'),
  recipe('rm -rf everything visible', 'rm -rf -- *'),
  recipe('rm -rf everything', 'find . -mindepth 1 -delete'),
  recipe('rmdir', 'rmdir empty'),
  recipe('rmdir of nested empty folders', 'rmdir nested/a/b nested/a nested'),
  recipe('remove and make again', 'rm -r docs && mkdir docs && echo x > docs/only'),
  recipe('a file becomes a folder', 'rm note.txt && mkdir note.txt && echo x > note.txt/x'),
  recipe('a folder becomes a file', 'rm -r docs && echo x > docs'),
  recipe('an empty folder becomes a file', 'rmdir empty && echo x > empty'),
  recipe('nothing at all', 'true'),
  recipe('a file that comes and goes', 'echo x > gone && rm gone'),
  recipe('a command that fails half way', 'echo x > half; rm src/file1.ts; false'),
  // Moving and copying.
  recipe('mv a file', 'mv src/file1.ts docs/'),
  recipe('mv over a file', 'mv src/file1.ts src/file2.ts'),
  recipe('mv a folder', 'mv docs papers'),
  recipe('mv a folder into another', 'mv docs src/'),
  recipe('swap two files', 'mv src/file1.ts t && mv src/file2.ts src/file1.ts && mv t src/file2.ts'),
  recipe('swap two folders', 'mv docs t && mv data docs && mv t data'),
  recipe('case rename of a file', 'mv note.txt Note.txt'),
  recipe('case rename of a folder', 'mv docs Docs'),
  recipe('case renames in a row', 'mv docs Docs && mv Docs DOCS'),
  recipe('cp', 'cp src/file1.ts src/copy.ts'),
  recipe('cp -r', 'cp -r src src-copy'),
  recipe('cp -a', 'cp -a . ../outside-copy 2>/dev/null; cp -a docs docs-copy; rm -rf ../outside-copy'),
  recipe('cp -p over a file', 'cp -p src/file1.ts src/file2.ts'),
  recipe('install -m', 'install -m 700 src/file1.ts bin-file'),
  recipe('rename all', 'for f in src/*.ts; do mv "$f" "${f%.ts}.mts"; done'),
  recipe('a whole tree one level down', 'mkdir inner && mv src docs data inner/'),
  // Links.
  recipe('ln -s', 'ln -s note.txt link'),
  recipe('ln -s to nothing', 'ln -s no/where dangling'),
  recipe('ln -s to a folder', 'ln -s src sources'),
  recipe('ln -s outside', 'ln -s /etc/hostname outside'),
  recipe('ln -sf over a link', 'ln -sfn docs links/to-folder'),
  recipe('ln -sf over a file', 'ln -sf src/file2.ts note.txt'),
  recipe('rm a link', 'rm links/to-note'),
  recipe('a link becomes a file', 'rm links/to-note && echo x > links/to-note'),
  recipe('a folder becomes a link', 'mv docs real-docs && ln -s real-docs docs'),
  recipe('a folder becomes a link to outside', 'rm -r docs && ln -s /tmp docs'),
  recipe('write through a link to a folder', 'echo x > links/to-folder/through'),
  recipe('ln', 'ln note.txt hard'),
  recipe('three hard links', 'ln note.txt h1 && ln note.txt src/h2 && ln note.txt docs/h3'),
  recipe('write under one name of a hard link', 'echo more >> hard/one'),
  recipe('break a hard link', 'cp hard/one t && mv t hard/one'),
  recipe('remove a name of a hard link', 'rm hard/two'),
  recipe('move a name of a hard link', 'mv hard/two src/two'),
  recipe('remove all names of a hard link', 'rm -r hard'),
  recipe('hard links made again between others', 'ln -f src/file1.ts hard/one && ln -f src/file1.ts hard/two'),
  // Modes.
  recipe('chmod +x', 'chmod +x src/file1.ts'),
  recipe('chmod -R', 'chmod -R go-rwx src'),
  recipe('chmod 000 a file', 'chmod 000 src/file1.ts'),
  recipe('chmod a folder', 'chmod 700 docs'),
  recipe('chmod 555 a folder', 'chmod 555 docs'),
  recipe('make in a read-only folder', 'chmod 755 locked && echo x > locked/new && chmod 555 locked'),
  recipe('remove a read-only folder', 'chmod -R u+w locked && rm -r locked'),
  recipe('chmod and edit', 'chmod 600 src/file1.ts && echo x >> src/file1.ts'),
  recipe('sticky and set-group-ID', 'chmod 3775 docs'),
  recipe('set-user-ID', 'chmod 4755 src/file1.ts'),
  recipe('umask 077', 'umask 077; mkdir priv; echo x > priv/file'),
  // Special files and names.
  recipe('mkfifo', 'mkfifo pipe'),
  recipe('names with newlines', "printf x > 'line\nbreak'; mkdir 'folder\nbreak'; printf y > 'folder\nbreak/in'"),
  recipe('names with quotes and stars', `printf x > "it's"; printf y > '*'; printf z > '-rf'; printf w > 'a"b'`),
  recipe('names that are no UTF-8', 'printf x > "$(printf \'caf\\351\')"; rm "$(printf \'old\\377\')"'),
  recipe('names of other scripts', 'printf x > 기어.txt; printf y > é; printf z > 😀'),
  recipe('names with spaces', "mv 'with space' 'with  two'"),
  recipe('a long name', `printf x > ${'n'.repeat(255)}`),
  recipe(
    'a deep path',
    // With the folder around it, whose name may be long, it stays below the 4,096 bytes of a path.
    `d=.; for i in $(seq 36); do d=$d/${'p'.repeat(100)}; mkdir $d && cd . ; done 2>/dev/null; true`,
  ),
  recipe('a sparse file', 'truncate -s 16M sparse; printf end >> sparse'),
  recipe('a hole in a file', 'truncate -s 0 data/large.bin; truncate -s 6M data/large.bin'),
  recipe('fill a sparse file', 'cat data/sparse.bin > t && cat t > data/sparse.bin && rm t'),
  recipe('remove a sparse file', 'rm data/sparse.bin'),
  recipe('a large file', 'head -c 6000000 /dev/urandom > large'),
  recipe('change a large file', 'printf X | dd of=data/large.bin bs=1 seek=3000000 conv=notrunc 2>/dev/null'),
  recipe('move a large file', 'mv data/large.bin src/'),
  recipe('1,000 files', 'mkdir many && cd many && for i in $(seq 1000); do echo $i > f$i; done'),
  // Archives and other tools.
  recipe('tar x', 'tar cf t.tar docs && rm -r docs && tar xf t.tar && rm t.tar', 'tar'),
  recipe('tar x over files', 'tar cf t.tar src && echo x > src/file1.ts && tar xf t.tar', 'tar'),
  recipe('gzip', 'gzip src/file1.ts', 'gzip'),
  recipe('gzip and gunzip', 'gzip -k src/file1.ts && gunzip -f src/file1.ts.gz', 'gzip'),
  recipe('rsync', 'rsync -a src/ mirror/', 'rsync'),
  recipe('rsync --delete', 'mkdir -p e && rsync -a --delete e/ docs/', 'rsync'),
  recipe('split', 'split -b 1000 data/medium.bin part-'),
  recipe('xargs -P', 'ls src/*.ts | xargs -P 4 -n 1 sed -i s/value/v/'),
  recipe('a background job that ends in time', '(sleep 0.05; echo late > late) & wait'),
  recipe('prettier over a tree', 'node node_modules/.bin/format src/*.ts'),
  recipe(
    'an installation',
    'mkdir -p node_modules/pkg/lib && echo "{}" > node_modules/pkg/package.json && echo x > node_modules/pkg/lib/i.js && ln -s ../pkg/lib/i.js node_modules/.bin/pkg && chmod +x node_modules/pkg/lib/i.js && echo lock > package-lock.json',
  ),
  recipe('an installation that is removed', 'rm -rf node_modules'),
  // git.
  recipe('git commit', 'git add -A && git commit -qm more --allow-empty', 'git'),
  recipe('git add', 'echo x > staged && git add staged', 'git'),
  recipe('git checkout of a file', 'echo x > src/file1.ts && git checkout -q -- src/file1.ts', 'git'),
  recipe('git checkout of a branch', 'git checkout -q other', 'git'),
  recipe('git checkout -b', 'git checkout -qb fresh', 'git'),
  recipe('git stash', 'echo x >> src/file1.ts && git stash -q', 'git'),
  recipe('git stash -u and pop', 'echo x > untracked && git stash -qu && git stash pop -q', 'git'),
  recipe('git reset --hard', 'echo x >> src/file1.ts && git reset -q --hard other', 'git'),
  recipe('git clean -fdx', 'echo x > untracked && git clean -qfdx', 'git'),
  recipe('git merge', 'git merge -q other', 'git'),
  recipe('git rebase', 'git rebase -q other', 'git'),
  recipe('git branch -D and gc', 'git branch -qD other && git gc -q --prune=now', 'git'),
  recipe('git mv', 'git mv src/file1.ts src/moved.ts', 'git'),
  recipe('git rm', 'git rm -q src/file2.ts', 'git'),
  recipe(
    'git config and hooks',
    'git config user.name Other && echo "#!/bin/sh" > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit',
    'git',
  ),
  recipe('the repository itself is removed', 'rm -rf .git', 'git'),
  recipe('git init within', 'git init -q src/inner', 'git'),
]

const found = new Map<string, boolean>()

export function has(program: string): boolean {
  let is = found.get(program)
  if (is === undefined) {
    is = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
    found.set(program, is)
  }
  return is
}
