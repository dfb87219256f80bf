@NullMarked
package io.fairstream.cli.refusals;

import org.jspecify.annotations.NullMarked;
