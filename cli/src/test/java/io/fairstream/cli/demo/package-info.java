/** Tests of the demo: that its records are accounted as they are meant. */
@NullMarked
package io.fairstream.cli.demo;

import org.jspecify.annotations.NullMarked;
