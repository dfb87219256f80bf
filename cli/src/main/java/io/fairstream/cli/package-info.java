@NullMarked
package io.fairstream.cli;

import org.jspecify.annotations.NullMarked;
