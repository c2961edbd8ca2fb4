use std::io::*;
fn main() {
    for line in stdin().lock().lines() {
        let v: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let t = v["text"].as_str().unwrap();
        let o = agent_bubble::ParseOptions::new();
        let s = v["sender"].as_str();
        let o = if let Some(s) = s { o.sender(s) } else { o };
        let m = o.parse(t);
        println!("{}", serde_json::to_string(&m).unwrap());
    }
}
