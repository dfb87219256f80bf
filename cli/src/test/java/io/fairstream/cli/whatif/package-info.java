@NullMarked
package io.fairstream.cli.whatif;

import org.jspecify.annotations.NullMarked;
