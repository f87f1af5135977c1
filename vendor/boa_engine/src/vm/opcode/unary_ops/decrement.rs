use crate::{
    Context, JsBigInt,
    value::{JsValue, Numeric},
    vm::{
        completion_record::IntoControlFlow,
        opcode::{Operation, RegisterOperand},
    },
};
use std::ops::ControlFlow;

/// `Dec` implements the Opcode Operation for `Opcode::Dec`
///
/// Operation:
///  - Unary `--` operator.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dec;

impl Dec {
    #[inline(always)]
    pub(crate) fn operation(
        (dst, src): (RegisterOperand, RegisterOperand),
        context: &mut Context,
    ) -> ControlFlow<()> {
        // The operand is a number already, and stays in its register.
        if let Some(value) = context.vm.get_register(src.into()).dec_fast() {
            context.vm.set_register(dst.into(), value);
            return ControlFlow::Continue(());
        }
        Self::coerce(dst, src, context)
    }

    #[inline(never)]
    fn coerce(
        dst: RegisterOperand,
        src: RegisterOperand,
        context: &mut Context,
    ) -> ControlFlow<()> {
        let value = context.vm.take_register(src.into());
        let result = value.to_numeric(context).map(|numeric| {
            let (numeric, value) = match numeric {
                Numeric::Number(number) => (JsValue::from(number), JsValue::from(number - 1f64)),
                Numeric::BigInt(bigint) => (
                    JsValue::from(bigint.clone()),
                    JsValue::from(JsBigInt::sub(&bigint, &JsBigInt::one())),
                ),
            };
            context.vm.set_register(src.into(), numeric);
            context.vm.set_register(dst.into(), value);
        });
        result.into_control_flow(context)
    }
}

impl Operation for Dec {
    const NAME: &'static str = "Dec";
    const INSTRUCTION: &'static str = "INST - Dec";
    const COST: u8 = 3;
}
