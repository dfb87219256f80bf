/** Why a number is what it is, and how it will go on. */
@NullMarked
package io.fairstream.cli.explain;

import org.jspecify.annotations.NullMarked;
