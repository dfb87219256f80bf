/** Plays what happens in a made-up world on a private Fairstream, and shows it. */
@NullMarked
package io.fairstream.cli.demo;

import org.jspecify.annotations.NullMarked;
