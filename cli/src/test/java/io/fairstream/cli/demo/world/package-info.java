/** Tests of what happens in the demo. */
@NullMarked
package io.fairstream.cli.demo.world;

import org.jspecify.annotations.NullMarked;
