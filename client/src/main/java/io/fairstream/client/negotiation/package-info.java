/**
 * Division of resources by priority, see {@link io.fairstream.client.negotiation.Negotiation}. Pure functions of their arguments: no Kafka,
 * no clock.
 */
@NullMarked
package io.fairstream.client.negotiation;

import org.jspecify.annotations.NullMarked;
