@NullMarked
package io.fairstream.admin.sizing;

import org.jspecify.annotations.NullMarked;
