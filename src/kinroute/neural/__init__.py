"""The paper's graph network: its shape, training, models and heatmaps. Training needs torch."""
