//! [`Yaml`]: the type that stands for the format. What it does is in `format`.

/// YAML 1.2.
#[derive(Debug)]
pub enum Yaml {}
