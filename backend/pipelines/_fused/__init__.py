"""The parts of the fused hybrid pipeline: pooling, measuring, judging in stages, explaining."""
