/**
 * The contract: generated records, the topic catalogue, the serde, plain JSON, and the evaluation of rows. Hand-written classes are
 * {@code @NullMarked} one by one, since the generated classes of the package have no null annotations.
 */
package io.fairstream.schemas;
