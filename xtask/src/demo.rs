pub fn run() -> crate::Outcome {
    Ok(())
}
