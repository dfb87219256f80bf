/** Accounts of associations, which are users in banks, and of banks: usage by half-life period and the part of it that counts. */
@NullMarked
package io.fairstream.rules.association;

import org.jspecify.annotations.NullMarked;
