/** Replay of past events from files and traces through the whole pipeline. */
@NullMarked
package io.fairstream.cli.replay;

import org.jspecify.annotations.NullMarked;
