@NullMarked
package io.fairstream.cli.replay;

import org.jspecify.annotations.NullMarked;
