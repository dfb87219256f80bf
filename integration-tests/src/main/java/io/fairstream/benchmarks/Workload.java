package io.fairstream.benchmarks;

import io.fairstream.streams.avro.FastAvroWriter;

/** Made-up events of one topic in the order in which they are sent; the same arguments give the same events. */
interface Workload<T> {
    FastAvroWriter<T> format();

    /** The record's key. */
    String key(T event);

    T next();
}
