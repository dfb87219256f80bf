/** {@code boinc-gateway}: the account manager for volunteers' hosts. */
@NullMarked
package io.fairstream.cli.boinc;

import org.jspecify.annotations.NullMarked;
