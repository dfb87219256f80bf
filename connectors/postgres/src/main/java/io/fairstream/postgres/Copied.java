package io.fairstream.postgres;

import org.apache.kafka.common.TopicPartition;

/**
 * Up to where a partition was copied.
 *
 * @param held the next offset by the database
 * @param next the next offset once the transaction is committed
 */
record Copied(TopicPartition partition, long held, long next) {}
