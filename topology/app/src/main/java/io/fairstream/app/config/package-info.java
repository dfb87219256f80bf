/** Configuration: every key with its default, check and description, and the properties derived for Kafka's clients. */
@NullMarked
package io.fairstream.app.config;

import org.jspecify.annotations.NullMarked;
