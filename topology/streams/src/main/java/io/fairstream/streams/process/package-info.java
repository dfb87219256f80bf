/** Processors: they read state, call a rule, write state and forward. */
@NullMarked
package io.fairstream.streams.process;

import org.jspecify.annotations.NullMarked;
