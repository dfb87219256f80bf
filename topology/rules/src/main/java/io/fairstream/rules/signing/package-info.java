/** Which records must be signed, and who may sign which. */
@NullMarked
package io.fairstream.rules.signing;

import org.jspecify.annotations.NullMarked;
