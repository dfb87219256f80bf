/** Architecture rules, sample records, vectors and servers that the tests of several modules use. */
@NullMarked
package io.fairstream.testing;

import org.jspecify.annotations.NullMarked;
