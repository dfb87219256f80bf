@NullMarked
package io.fairstream.cli.negotiate;

import org.jspecify.annotations.NullMarked;
