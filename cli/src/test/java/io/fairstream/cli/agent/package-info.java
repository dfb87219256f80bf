/** {@code agent}: the sessions of this machine. */
@NullMarked
package io.fairstream.cli.agent;

import org.jspecify.annotations.NullMarked;
