"""The simulated table: boards, pieces, light, hands and a camera, in millimetres, without any of them at hand."""
