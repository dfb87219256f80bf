@NullMarked
package io.fairstream.cli.explain;

import org.jspecify.annotations.NullMarked;
