@NullMarked
package io.fairstream.admin.topics;

import org.jspecify.annotations.NullMarked;
