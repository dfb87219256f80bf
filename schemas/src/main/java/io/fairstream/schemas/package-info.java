/**
 * The contract: generated records, the topic catalogue, the serde, and how a row of {@code priorities} is read. Classes written by
 * hand are {@code @NullMarked} one by one, since the generated ones of the package say nothing about null.
 */
package io.fairstream.schemas;
