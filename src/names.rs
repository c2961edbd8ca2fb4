//! Enumerations whose values have names: one table gives both.

/// Declares an enumeration with the name of each of its values.
macro_rules! names {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $type { $($(#[$variant_doc])* $variant,)* }

        impl $type {
            /// Every value.
            pub const ALL: &'static [$type] = &[$($type::$variant),*];

            /// The name of the value.
            pub fn as_str(self) -> &'static str {
                match self { $($type::$variant => $name,)* }
            }
        }

        impl serde::Serialize for $type {
            fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

pub(crate) use names;
