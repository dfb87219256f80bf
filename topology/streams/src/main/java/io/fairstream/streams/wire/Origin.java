package io.fairstream.streams.wire;

/** Where an input record stands. */
public record Origin(String topic, int partition, long offset) {}
