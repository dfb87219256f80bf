package io.fairstream.relations;

import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Source of a row: a record and its position in the topic.
 *
 * @param key of the Kafka record
 * @param value the record; of the journal a single charge
 * @param index of the charge in its block, from 0; 0 where a Kafka record is one row
 */
public record Source(@Nullable String key, IndexedRecord value, int partition, long offset, int index) {}
