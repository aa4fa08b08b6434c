"""The paper's graph network: labels, training, models and inference. Training needs torch."""
