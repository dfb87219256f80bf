/** Simulates a small world on a private Fairstream, and shows the results. */
@NullMarked
package io.fairstream.cli.demo;

import org.jspecify.annotations.NullMarked;
