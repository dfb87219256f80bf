/** Stages: they read state, call a rule, write state and rows. What is the same for all is written once, in StageTask. */
@NullMarked
package io.fairstream.streams.stage;

import org.jspecify.annotations.NullMarked;
