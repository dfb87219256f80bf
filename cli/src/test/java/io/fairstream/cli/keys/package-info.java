@NullMarked
package io.fairstream.cli.keys;

import org.jspecify.annotations.NullMarked;
