//! [`Yaml`]: the type that stands for the format. The room `format` implements its traits.

/// YAML 1.2.
#[derive(Debug)]
pub enum Yaml {}
