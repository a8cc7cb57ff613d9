//! Batches beside those of `arrow-json`, of documents that both read into the same columns.

use std::sync::Arc;

use arrow_array::{Array as _, RecordBatch};
use arrow_json::ReaderBuilder;
use arrow_schema::{DataType, Field, Fields, Schema, TimeUnit};
use varvel::json;
use varvel_arrow::Columns;

/// Draws types, and documents of them.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn fields(&mut self, depth: usize) -> Fields {
        let count = 1 + self.below(5);
        let fields = (0..count).map(|number| {
            let ty = self.ty(depth);
            Field::new(format!("f{number}"), ty, true)
        });
        fields.collect()
    }

    fn ty(&mut self, depth: usize) -> DataType {
        match self.below(if depth == 0 { 8 } else { 12 }) {
            0 => DataType::Boolean,
            1 => DataType::Int64,
            2 => DataType::UInt64,
            3 => DataType::Float64,
            4 => DataType::Int16,
            5 => DataType::Timestamp(TimeUnit::Microsecond, Some("+00:00".into())),
            6 => DataType::Decimal128(38, 0),
            7 => DataType::Utf8,
            8 | 9 => DataType::List(Arc::new(Field::new("item", self.ty(depth - 1), true))),
            _ => DataType::Struct(self.fields(depth - 1)),
        }
    }

    /// Adds an object with members in any order; some are missing.
    fn object(&mut self, fields: &Fields, text: &mut String) {
        text.push('{');
        let first = self.below(fields.len() as u64) as usize;
        for number in 0..fields.len() {
            let field = &fields[(first + number) % fields.len()];
            if self.below(5) == 0 {
                continue;
            }
            if !text.ends_with('{') {
                text.push(',');
            }
            text.push_str(&format!("\"{}\":", field.name()));
            self.value(field.data_type(), text);
        }
        text.push('}');
    }

    fn value(&mut self, ty: &DataType, text: &mut String) {
        if self.below(5) == 0 {
            return text.push_str("null");
        }
        match ty {
            DataType::Boolean => text.push_str(if self.below(2) == 0 { "true" } else { "false" }),
            DataType::Int64 => text.push_str(&(self.next() as i64).to_string()),
            DataType::UInt64 => text.push_str(&self.next().to_string()),
            DataType::Int16 => text.push_str(&(self.next() as i16).to_string()),
            DataType::Float64 => {
                text.push_str(&format!("{:?}", self.next() as i32 as f64 / 64.0));
            }
            DataType::Decimal128(..) => {
                let (high, low) = (self.next() >> 2, self.next());
                text.push_str(&(i128::from(high) * i128::from(low)).to_string());
            }
            DataType::Timestamp(..) => {
                let (day, second) = (1 + self.below(28), self.below(60));
                let micros = self.below(1_000_000);
                text.push_str(&format!(
                    "\"2026-02-{day:02}T12:30:{second:02}.{micros:06}Z\""
                ));
            }
            DataType::List(item) => {
                text.push('[');
                for number in 0..self.below(4) {
                    text.push_str(if number == 0 { "" } else { "," });
                    self.value(item.data_type(), text);
                }
                text.push(']');
            }
            DataType::Struct(fields) => self.object(fields, text),
            _ => {
                let texts = [
                    "",
                    "a",
                    "ü \\n \\\" \\u00e9",
                    "a text of more than thirty-two bytes, 🚀",
                ];
                let text_of = texts[self.below(4) as usize];
                text.push_str(&format!("\"{text_of}\""));
            }
        }
    }
}

#[test]
fn batches_are_those_of_arrow_json() {
    let mut draw = Draw(0x9E37_79B9_7F4A_7C15);
    for round in 0..300 {
        let schema = Arc::new(Schema::new(draw.fields(3)));
        let mut text = String::new();
        let mut columns = Columns::new(schema.clone()).unwrap();
        for _ in 0..draw.below(60) {
            let mut line = String::new();
            draw.object(schema.fields(), &mut line);
            json::drive(line.as_bytes(), &Default::default(), &mut columns).unwrap();
            columns.end_row();
            text.push_str(&line);
            text.push('\n');
        }
        let ours = columns.take();
        let theirs = ReaderBuilder::new(schema.clone()).with_batch_size(1 << 16);
        let mut theirs = theirs.build(text.as_bytes()).unwrap();
        let theirs = theirs.next().map_or_else(
            || RecordBatch::new_empty(schema.clone()),
            |batch| batch.unwrap(),
        );
        assert_eq!(ours, theirs, "round {round}: {schema:?}\n{text}");
        for column in ours.columns() {
            column.to_data().validate_full().unwrap();
        }
    }
}
