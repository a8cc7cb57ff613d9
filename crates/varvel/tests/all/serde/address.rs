//! An enum with a variant of each form, and in it a type that is words for people and bytes for
//! machines.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Address {
    Nobody,
    Ip(IpAddr),
    Port(IpAddr, u16),
    Named { name: String, port: u16 },
}

impl Address {
    /// Returns an address of each variant.
    pub fn each() -> Vec<Self> {
        let ip = IpAddr::from([127, 0, 0, 1]);
        vec![
            Self::Nobody,
            Self::Ip(ip),
            Self::Port(ip, 80),
            Self::Named {
                name: "db".to_owned(),
                port: 5432,
            },
        ]
    }
}
