//! Enums: classes of numbers with names. Numbers without a name are values, too.

use super::code::Code;
use super::{Generator, bits, is_signed, is_wide};
use crate::plan::EnumPlan;

impl Generator<'_> {
    pub(super) fn enumeration(&self, of: &EnumPlan<'_>, code: &mut Code) {
        let number = of.id.0 as usize;
        let (name, definition) = (&self.names.enums[number], of.definition);
        let schema = &self.names.schema;
        let underlying = self.plan.underlying(of.id);
        let wide = is_wide(underlying);
        let (base, value) = match wide {
            true => ("fb.WideEnum", "bits"),
            false => ("fb.OpenEnum", "value"),
        };
        code.about(&format!("The enum {}.", definition.name), &definition.doc);
        code.block(format!("final class {name} extends {base} {{"), |code| {
            let held = if wide { "these bits" } else { "this number" };
            code.about(&format!("Makes the value with {held}."), &[]);
            code.line(format!("const {name}(super.{value});"));
            for named in &of.values {
                let raw = named.definition.value as u64;
                let number = match wide {
                    true => bits(raw),
                    false => named.definition.value.to_string(),
                };
                let sentence = format!("The value {}.", named.definition.name);
                code.about(&sentence, &named.definition.doc);
                code.line(format!(
                    "static const {name} {} = {name}({number});",
                    named.name
                ));
            }
            if wide {
                self.wide(name, is_signed(underlying), code);
            }
            code.about(
                "All values that the schema names, by increasing number.",
                &[],
            );
            let all: Vec<String> = of
                .values
                .iter()
                .map(|of| format!("  {},", of.name))
                .collect();
            code.line(format!("static const List<{name}> values = ["));
            all.iter().for_each(|line| code.line(line));
            code.line("];");
            let held = match wide {
                true => "bits",
                false => "fb.Bits.of(value)",
            };
            let names = match definition.bit_flags {
                true => "The names of the flags with spaces between, or null if one has no name.",
                false => "The name in the schema, or null if it has none.",
            };
            code.about(names, &[]);
            code.arrow(
                "String? get name",
                &format!("{schema}.enumName({number}, {held})"),
            );
            self.named(name, number, wide, code);
            if definition.bit_flags {
                flags(name, wide, is_signed(underlying), code);
            }
            code.gap();
            code.line("@override");
            code.arrow(
                "String toString()",
                &format!("{schema}.enumText({number}, {held})"),
            );
        });
    }

    /// Adds what returns the value with a name.
    fn named(&self, name: &str, number: usize, wide: bool, code: &mut Code) {
        code.about(
            "Returns the value with this name, or null if there is none.",
            &[],
        );
        code.block(format!("static {name}? named(String name) {{"), |code| {
            let schema = &self.names.schema;
            code.line(format!(
                "final found = {schema}.enumBits({number}, name).bits;"
            ));
            let value = match wide {
                true => "found",
                false => "found.signed.toInt()",
            };
            code.line(format!("return found == null ? null : {name}({value});"));
        });
    }

    /// Adds the members of an enum of 64 bits.
    fn wide(&self, name: &str, is_signed: bool, code: &mut Code) {
        let signed = format!("isSigned: {is_signed}");
        code.about("Makes the value with this number.", &[]);
        code.line(format!("{name}.of(int value)"));
        code.line(format!("    : super(fb.wideBits(value, {signed}));"));
        code.about("Makes the value with this number.", &[]);
        code.line(format!("{name}.ofBig(BigInt value)"));
        code.line(format!("    : super(fb.wideBitsOfBig(value, {signed}));"));
        code.about("The number. If no `int` holds it, that is an error.", &[]);
        code.arrow("int get value", &format!("fb.wideValue(this, {signed})"));
        code.about("The number at any size.", &[]);
        let big = if is_signed { "signed" } else { "unsigned" };
        code.arrow("BigInt get valueBig", &format!("bits.{big}"));
    }
}

/// Adds the operators of flags.
fn flags(name: &str, wide: bool, is_signed: bool, code: &mut Code) {
    let operator = |sign: &str| match (wide, is_signed) {
        (true, _) => format!("{name}(bits {sign} other.bits)"),
        (false, false) => format!("{name}(value {sign} other.value)"),
        // On the web bits have no sign.
        (false, true) => format!("{name}((value {sign} other.value).toSigned(32))"),
    };
    code.about("Returns the flags of both.", &[]);
    code.arrow(&format!("{name} operator |({name} other)"), &operator("|"));
    code.about("Returns the flags that both have.", &[]);
    code.arrow(&format!("{name} operator &({name} other)"), &operator("&"));
    code.about("Returns whether all of these flags are set.", &[]);
    code.arrow(&format!("bool has({name} flags)"), "this & flags == flags");
}
