/**
 * Computation of the usage on a node between two sightings. Everything in this package is a pure function of its arguments: no
 * files, no clock.
 */
@NullMarked
package io.fairstream.agent.node;

import org.jspecify.annotations.NullMarked;
