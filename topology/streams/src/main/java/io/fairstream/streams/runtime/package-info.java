/**
 * Framework of all stages: a stage, its tasks and maintenance, its input and output topics, the checks of inputs, and the stores of its
 * state.
 */
@NullMarked
package io.fairstream.streams.runtime;

import org.jspecify.annotations.NullMarked;
