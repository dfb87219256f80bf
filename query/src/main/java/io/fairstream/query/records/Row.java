package io.fairstream.query.records;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One record of a topic.
 *
 * @param value null for a tombstone
 * @param headers of the Kafka record
 */
public record Row<V>(@Nullable String key, @Nullable V value, int partition, long offset, Headers headers) {}
