/** Programs that show how Fairstream is used. */
@NullMarked
package io.fairstream.examples;

import org.jspecify.annotations.NullMarked;
