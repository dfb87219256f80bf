/** {@code shares}: shares of banks and users, their usage, and what they are owed. */
@NullMarked
package io.fairstream.cli.shares;

import org.jspecify.annotations.NullMarked;
