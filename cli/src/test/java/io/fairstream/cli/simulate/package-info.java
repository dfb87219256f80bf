@NullMarked
package io.fairstream.cli.simulate;

import org.jspecify.annotations.NullMarked;
