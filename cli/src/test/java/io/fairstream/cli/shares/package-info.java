@NullMarked
package io.fairstream.cli.shares;

import org.jspecify.annotations.NullMarked;
