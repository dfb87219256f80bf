/** Topics as tables in PostgreSQL: rows and Kafka's offsets in one transaction, so that each record is in them exactly once. */
@NullMarked
package io.fairstream.postgres;

import org.jspecify.annotations.NullMarked;
