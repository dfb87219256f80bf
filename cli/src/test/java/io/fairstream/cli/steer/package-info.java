@NullMarked
package io.fairstream.cli.steer;

import org.jspecify.annotations.NullMarked;
