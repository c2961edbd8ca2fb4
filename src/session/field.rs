//! Lines of a name, a colon and a value (spec, section 5.1).

use crate::diagnostic::{Code, Faults};
use crate::text::{self, Line, Span, Unit};

/// A line that names a field.
pub struct Field {
    /// What stands behind the first colon, trimmed.
    value: Span,
    /// The colon, where it is full-width.
    fullwidth_colon: Option<Span>,
}

impl Field {
    /// The value; a full-width colon in front of it is a fault.
    pub fn flag_colon(self, faults: &mut Faults) -> Span {
        if let Some(colon) = self.fullwidth_colon {
            faults.add(Code::FullwidthColon, colon);
        }
        self.value
    }
}

/// The field `name`, if `line` is a line of it.
pub fn read_field<U: Unit>(units: &[U], line: Line, name: &str) -> Option<Field> {
    let span = text::trim_spaces(units, line.span);
    let inside = span.of(units);
    let mut at = U::match_prefix(inside, name)?;
    while inside.get(at).is_some_and(|&unit| text::is_space(unit)) {
        at += 1;
    }
    let (len, fullwidth) = text::match_colon(&inside[at..])?;
    let colon = Span::new(span.start + at, span.start + at + len);
    Some(Field {
        value: text::trim(units, Span::new(colon.end, line.span.end.max(colon.end))),
        fullwidth_colon: fullwidth.then_some(colon),
    })
}

/// The number that `digits` spell in ASCII; `None` where they are none, or
/// where it is beyond 32 bits: seconds of 136 years.
pub fn read_number<U: Unit>(digits: &[U]) -> Option<u32> {
    if !is_number(digits) {
        return None;
    }
    U::to_utf8(digits).parse().ok()
}

/// Whether `units` are ASCII digits.
pub fn is_number<U: Unit>(units: &[U]) -> bool {
    let is_digit = |&unit: &U| (b'0'..=b'9').any(|digit| unit == U::ascii(digit));
    !units.is_empty() && units.iter().all(is_digit)
}
