/** The configuration: every key with its default, check and meaning, and what follows from it for Kafka's clients. */
@NullMarked
package io.fairstream.streams.config;

import org.jspecify.annotations.NullMarked;
